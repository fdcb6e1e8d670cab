"use strict";
// Starts the window of this page: unpacks the program and the files of the scene, which are elements of the page or files beside it.
(async () => {
  const { name, scene, link, readOnly } = document.body.dataset;
  const say = (words) => { document.getElementById("said").textContent = words; };
  const decoded = (text) => Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const unpacked = async (element, type) => {
    const { source } = element.dataset;
    const packed = source ? (await fetch(source)).body : new Blob([decoded(element.textContent.trim())]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
  };
  // `runs` shows the window. Without it, the picture and the text of the scene are seen, with what is said.
  const state = document.body.classList;
  const fail = (words) => { state.remove("runs"); state.add("failed"); say(words); };
  try {
    const elements = [...document.querySelectorAll(".file")];
    const files = Promise.all(elements.map(async (one) => (await unpacked(one, "application/octet-stream")).arrayBuffer()));
    await wasm_bindgen({ module_or_path: unpacked(document.getElementById("program"), "application/wasm") });
    const page = new wasm_bindgen.Page(name);
    (await files).forEach((bytes, i) => page.place(elements[i].dataset.path, new Uint8Array(bytes)));
    const canvas = document.getElementById("window");
    // The window smooths its own edges. Samples and depth of the canvas would only cost time.
    canvas.getContext("webgl2", { antialias: false, depth: false, stencil: false });
    await page.open(canvas, scene, location.hash || link, readOnly === "");
    addEventListener("hashchange", () => page.follow(location.hash));
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // Without this, the browser does not return a context.
      page.pause();
      state.remove("runs");
      say("The browser has stopped the graphics of this page. The window continues when the browser starts them again.");
    });
    canvas.addEventListener("webglcontextrestored", async () => {
      try {
        await page.resume(canvas);
        state.add("runs");
        say("");
      } catch (error) {
        fail(`The window cannot continue: ${error}. Reload the page; it offers the unsaved changes.`);
      }
    });
    state.add("runs");
    say("");
    const watch = setInterval(() => {
      const reason = page.ended();
      if (reason === undefined) return;
      clearInterval(watch);
      fail(`The window has ended: ${reason}. Reload the page; it offers the unsaved changes.`);
    }, 1000);
  } catch (error) {
    fail(`The window cannot start in this browser: ${error}. The picture and the text show the scene.`);
  }
})();
