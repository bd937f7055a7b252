#!/usr/bin/env node
// Starts the ctxhook of this platform. npm installed it as an optional
// dependency; nothing is downloaded here.
"use strict";

const { spawnSync } = require("node:child_process");
const { sep } = require("node:path");

const name = `@ctxhook/ctxhook-${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "ctxhook.exe" : "ctxhook";

function fail(...lines) {
  for (const line of lines) console.error(`ctxhook: ${line}`);
  process.exit(1);
}

let program;
try {
  program = require.resolve(`${name}/bin/${file}`);
} catch {
  fail(
    `${name} is not installed: there is no ctxhook for this platform, or npm left optional dependencies out`,
    "to install it: npm install -g @ctxhook/ctxhook --include=optional"
  );
}

// The agent's settings would name a file in npm's cache, which npm may delete.
if (process.argv[2] === "init" && program.includes(`${sep}_npx${sep}`)) {
  fail("init needs a ctxhook that stays", "first: npm install -g @ctxhook/ctxhook");
}

const result = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (result.error) fail(result.error.message);
if (result.signal) process.kill(process.pid, result.signal);
process.exit(result.status ?? 1);
