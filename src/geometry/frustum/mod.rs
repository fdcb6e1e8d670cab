//! Frusta.
