#!/usr/bin/env node
// Makes the tarballs of a release: the package `eyeline`, and the package of each platform that has a program.
//
//     packaging/npm/pack.mjs FOLDER VERSION PLATFORM=EXECUTABLE…
//
// such as `pack.mjs out 0.1.0 linux-x64=target/release/eyeline`. The paths of the tarballs are printed, one a line. All tarballs of a
// release have the same version; the platforms are in `platforms.json`.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const platforms = JSON.parse(fs.readFileSync(path.join(here, "platforms.json"), "utf8"));
const main = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));

function fail(message) {
  console.error(`pack: error: ${message}`);
  process.exit(2);
}

function read(parts) {
  const [folder, version, ...programs] = parts;
  if (programs.length === 0) fail("usage: pack.mjs FOLDER VERSION PLATFORM=EXECUTABLE…");
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) fail(`\`${version}\` is no version, such as 0.1.0`);
  const pairs = programs.map((text) => {
    const at = text.indexOf("=");
    const [platform, executable] = [text.slice(0, at), text.slice(at + 1)];
    if (at < 0 || !Object.hasOwn(platforms, platform)) {
      fail(`\`${text}\` is not PLATFORM=EXECUTABLE with one of ${Object.keys(platforms).join(", ")}`);
    }
    if (!fs.statSync(executable, { throwIfNoEntry: false })?.isFile()) fail(`there is no file \`${executable}\``);
    return { platform, executable };
  });
  return { folder, version, pairs };
}

/** Makes a tarball of a folder with these files and this package.json, and returns its path. */
function pack(folder, manifest, files) {
  const staged = fs.mkdtempSync(path.join(os.tmpdir(), "eyeline-npm-"));
  try {
    for (const [name, { from, mode }] of Object.entries(files)) {
      const to = path.join(staged, name);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.copyFileSync(from, to);
      fs.chmodSync(to, mode);
    }
    for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) fs.copyFileSync(path.join(here, "../..", name), path.join(staged, name));
    fs.writeFileSync(path.join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    const shell = process.platform === "win32"; // `npm` is a script there; no argument comes from outside but the folder
    const written = execFileSync("npm", ["pack", "--json", "--pack-destination", path.resolve(folder)], { cwd: staged, encoding: "utf8", shell });
    return path.join(folder, JSON.parse(written)[0].filename);
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
  }
}

function platformPackage(platform, version) {
  const { description, license } = main;
  return {
    name: `@eyeline/${platform}`,
    version,
    description: `${description}: the program for ${platform}`,
    license,
    files: ["bin", "LICENSE-APACHE", "LICENSE-MIT"],
    preferUnplugged: true,
    ...platforms[platform],
  };
}

const { folder, version, pairs } = read(process.argv.slice(2));
fs.mkdirSync(folder, { recursive: true });
for (const { platform, executable } of pairs) {
  const name = platform.startsWith("win32") ? "bin/eyeline.exe" : "bin/eyeline";
  console.log(pack(folder, platformPackage(platform, version), { [name]: { from: executable, mode: 0o755 } }));
}
const optionalDependencies = Object.fromEntries(Object.keys(platforms).map((platform) => [`@eyeline/${platform}`, version]));
const launcher = { from: path.join(here, "bin/eyeline.mjs"), mode: 0o755 };
const readme = { from: path.join(here, "README.md"), mode: 0o644 };
console.log(pack(folder, { ...main, version, optionalDependencies }, { "bin/eyeline.mjs": launcher, "README.md": readme }));
