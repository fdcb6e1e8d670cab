//! Documents that are edited and written.

use super::*;
use crate::import::behavior_tree::document::ElementId;
use crate::import::behavior_tree::edit::EditError;
use crate::import::behavior_tree::tree_file::TreeEditError;

const PATROL: &str = r#"<?xml version="1.0"?>
<!-- before -->
<?editor a b?>
<root main_tree_to_execute="Main"   BTCPP_format="4" project_name='a "b" &amp; c'>
  <include ros_pkg="nav" path="x.xml"/>
  <BehaviorTree ID="Main"><Sequence name="a&#10;b"><A z="1" a="&lt;2&gt;"/><!-- why -->
    <Script code="x:='&apos;'"/></Sequence></BehaviorTree>
  <Custom><deep>words <![CDATA[<b> & c]]></deep></Custom>
  <TreeNodesModel><Action ID="A" editable="true"><input_port name="z" type="int" default="3">how far</input_port></Action></TreeNodesModel>
</root>
<!-- after -->"#;

#[test]
fn what_is_written_is_laid_out_and_reads_the_same() {
    let text = PATROL.replace("x:='&apos;'", "x:='y'");
    let file = read(&text);
    insta::assert_snapshot!(file.to_xml(), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- before -->
    <?editor a b?>
    <root main_tree_to_execute="Main" BTCPP_format="4" project_name="a &quot;b&quot; &amp; c">
      <include ros_pkg="nav" path="x.xml"/>
      <BehaviorTree ID="Main">
        <Sequence name="a&#10;b">
          <A z="1" a="&lt;2&gt;"/>
          <!-- why -->
          <Script code="x:='y'"/>
        </Sequence>
      </BehaviorTree>
      <Custom>
        <deep>words &lt;b&gt; &amp; c</deep>
      </Custom>
      <TreeNodesModel>
        <Action ID="A" editable="true">
          <input_port name="z" type="int" default="3">how far</input_port>
        </Action>
      </TreeNodesModel>
    </root>
    <!-- after -->
    "#);
    assert_eq!(read(&file.to_xml()), file);
    assert_eq!(read(&file.to_xml()).to_xml(), file.to_xml());
    assert_ne!(read(&text.replace("how far", "how fast")), file);
    assert_ne!(read(&text.replace("<!-- after -->", "")), file);
}

/// The first element of a tag.
fn find(file: &TreeFile, tag: &str) -> ElementId {
    let mut at = vec![file.document().root()];
    while let Some(id) = at.pop() {
        if &*file.document().element(id).tag == tag {
            return id;
        }
        at.extend(file.document().children(id).collect::<Vec<_>>().into_iter().rev());
    }
    panic!("no {tag}")
}

#[test]
fn nodes_are_added_moved_wrapped_and_removed() {
    let mut file = read(&main_tree("<Sequence><A/><B/><C/></Sequence>"));
    let (sequence, b) = (find(&file, "Sequence"), find(&file, "B"));
    let sleep = file.edit(|document| document.add(sequence, 1, "Sleep")).unwrap_err();
    assert!(sleep.to_string().contains("`Sleep` must have the attribute `msec`"), "{sleep}");
    let before = file.clone();
    let sleep = file
        .edit(|document| {
            let sleep = document.add(sequence, 1, "Sleep")?;
            document.set_attribute(sleep, "msec", Some("100"))?;
            Ok(sleep)
        })
        .unwrap();
    file.edit(|document| document.wrap(b, "Inverter")).unwrap();
    file.edit(|document| document.move_to(sleep, sequence, 3)).unwrap();
    let inside = |file: &TreeFile| {
        let text = file.to_xml();
        let start = text.find("<Sequence>").unwrap();
        text[start..text.find("</Sequence>").unwrap()].split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(inside(&file), "<Sequence> <A/> <Inverter> <B/> </Inverter> <C/> <Sleep msec=\"100\"/>");
    assert_eq!(read(&file.to_xml()), file);
    assert_eq!(inside(&before), "<Sequence> <A/> <B/> <C/>");

    let inverter = file.document().parent(b).unwrap();
    file.edit(|document| document.unwrap_element(inverter)).unwrap();
    file.edit(|document| document.remove(sleep)).unwrap();
    assert_eq!(file, before);
    file.edit(|document| document.set_tag(b, "D")).unwrap();
    file.edit(|document| document.set_attribute(b, "x", Some("\"\n<"))).unwrap();
    assert_eq!(inside(&file), "<Sequence> <A/> <D x=\"&quot;&#10;&lt;\"/> <C/>");
    assert_eq!(read(&file.to_xml()), file);
    file.edit(|document| document.set_attribute(b, "x", None)).unwrap();

    let root = file.document().root();
    let before = file.clone();
    for (edit, error) in [
        (file.edit(|document| document.remove(root)), EditError::NoParent),
        (file.edit(|document| document.remove(sleep)), EditError::NoParent),
        (file.edit(|document| document.move_to(sequence, b, 0)), EditError::IntoItself),
        (file.edit(|document| document.move_to(sequence, sequence, 0)), EditError::IntoItself),
        (file.edit(|document| document.add(sequence, 0, "a b").map(drop)), EditError::Name("a b".into())),
        (file.edit(|document| document.set_tag(b, "")), EditError::Name(String::new())),
        (file.edit(|document| document.set_attribute(b, "<", Some(""))), EditError::Name("<".into())),
    ] {
        assert_eq!(edit.unwrap_err(), TreeEditError::Edit(error));
    }
    assert_eq!(file, before);
}
