//! Whole programs that answer, to start from.

/// The languages of the examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "window", derive(clap::ValueEnum))]
pub enum ExampleLanguage {
    /// Python 3, without packages.
    Python,
    /// Rust, without crates.
    Rust,
    /// C++17, without libraries.
    Cpp,
    /// `JavaScript` for Node.js, without packages.
    Js,
    /// `GDScript` for Godot 3.
    Gdscript,
    /// C# for Mono.
    Csharp,
}

impl ExampleLanguage {
    /// All languages.
    pub const ALL: [Self; 6] = [Self::Python, Self::Rust, Self::Cpp, Self::Js, Self::Gdscript, Self::Csharp];

    /// The name of the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::Rust => "Rust",
            Self::Cpp => "C++",
            Self::Js => "JavaScript",
            Self::Gdscript => "GDScript",
            Self::Csharp => "C#",
        }
    }

    /// The text of the program.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Python => include_str!("examples/answerer.py"),
            Self::Rust => include_str!("examples/answerer.rs"),
            Self::Cpp => include_str!("examples/answerer.cpp"),
            Self::Js => include_str!("examples/answerer.js"),
            Self::Gdscript => include_str!("examples/answerer.gd"),
            Self::Csharp => include_str!("examples/answerer.cs"),
        }
    }
}
