//! FBX as text, made here: what is read of it, as of the same level in glTF, and bad input.

mod bad_input;
mod looks;
mod maker;
mod moving;
mod placed;
