import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(css|html|js|json|svg|txt|webmanifest)$/;
const LEAST_BYTES = 1024;

/** Put a .br and a .gz beside every file of text, so that the server only hands them out. */
export function compressed(): Plugin {
  let out = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: (config) => {
      out = join(config.root, config.build.outDir);
    },
    closeBundle: () => {
      for (const file of filesIn(out)) {
        if (WORTH_IT.test(file) && statSync(file).size >= LEAST_BYTES) compress(file);
      }
    },
  };
}

function compress(file: string): void {
  const plain = readFileSync(file);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  };
  writeFileSync(`${file}.br`, brotliCompressSync(plain, options));
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
