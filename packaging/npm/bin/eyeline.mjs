#!/usr/bin/env node
// Starts the program that the package of this platform has, with the same arguments, streams, signals and exit code.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import os from "node:os";
import process from "node:process";

const require = createRequire(import.meta.url);

function fail(message) {
  console.error(`eyeline: error: ${message}`);
  process.exit(2);
}

/** The path of the program. */
function program() {
  if (process.env.EYELINE_BINARY) return process.env.EYELINE_BINARY;
  const platform = `${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "eyeline.exe" : "eyeline";
  try {
    return require.resolve(`@eyeline/${platform}/bin/${file}`);
  } catch {
    return fail(explanation(platform));
  }
}

function explanation(platform) {
  const other = "install the program with `cargo install eyeline`, and let EYELINE_BINARY name it";
  const known = Object.keys(require("../package.json").optionalDependencies ?? {});
  if (!known.includes(`@eyeline/${platform}`)) {
    return `there is no package for ${platform}; there are ${known.join(", ")}. You can ${other}`;
  }
  const isMusl = process.platform === "linux" && !process.report?.getReport().header.glibcVersionRuntime;
  if (isMusl) return `@eyeline/${platform} needs glibc, which this system does not have. You can ${other}`;
  return (
    `the package @eyeline/${platform} is not installed. npm leaves it out with --no-optional, --omit=optional, and when ` +
    `node_modules comes from another system. Install again without these, or ${other}`
  );
}

/** Whether a signal of the terminal has reached the program too. */
function isFromTerminal(signal) {
  return signal === "SIGINT" && [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
}

const path = program();
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`cannot start ${path}: ${error.message}`));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (!isFromTerminal(signal)) child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // A signal that does not end this process, such as one that is ignored.
  process.exit(128 + (os.constants.signals[signal] ?? 0));
});
