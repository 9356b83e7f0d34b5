import { readFileSync } from 'node:fs';
import createEngine, { type Compiler } from '../engine/generated/ffmpeg.mjs';

interface EngineRun {
  readonly succeeded: boolean;
  readonly log: string;
  /** The file `out`, if the program wrote it. */
  readonly out: Uint8Array<ArrayBuffer> | null;
  /** What the program wrote to the device `samples`. */
  readonly samples: Uint8Array<ArrayBuffer>;
}

const { WebAssembly } = globalThis as typeof globalThis & { readonly WebAssembly: Compiler }; // which Node.js has
/** Compiled once for all runs of this process, and again by V8 if it runs often. */
const program = new WebAssembly.Module(
  readFileSync(new URL('../engine/generated/ffmpeg.wasm', import.meta.url)),
);
/** Any numbers that Emscripten does not use itself. */
const device = { major: 80, minor: 0 };
/** A damaged file logs a line for each packet, of which the first and the last ones are enough. */
const maxLogged = 1_000;

/**
 * Runs a command of `ffmpeg` or `ffprobe`, whose words contain no spaces, on the file `in` in its own memory, without other
 * files and without a network. Keeps the process busy.
 */
export async function runEngine(command: string, input: Uint8Array): Promise<EngineRun> {
  const log: string[] = [];
  const engine = await createEngine({
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(program, imports);
      receive(instance);
      return instance.exports;
    },
    // Printing works character by character, so programs write files instead.
    print: () => undefined,
    printErr: (line) => {
      if (log.push(line) > maxLogged) log.splice(maxLogged / 2, 1);
    },
  });
  engine.FS.writeFile('in', input);
  // A file is copied whenever it grows, which took nearly as long as decoding, so samples go to a device.
  const pieces: Uint8Array[] = [];
  const samples = engine.FS.makedev(device.major, device.minor);
  engine.FS.registerDevice(samples, {
    write: (_stream, memory, offset, length) => {
      pieces.push(new Uint8Array(memory.slice(offset, offset + length).buffer));
      return length;
    },
  });
  engine.FS.mkdev('samples', samples);
  const status = statusOf(() => engine.callMain(command.split(' ')));
  const out = engine.FS.analyzePath('out').exists ? engine.FS.readFile('out') : null;
  return { succeeded: status === 0, log: log.join('\n'), out, samples: Buffer.concat(pieces) };
}

/** Returns the exit status of a program. A program that broke off, because of missing memory or a bug, has failed. */
function statusOf(main: () => number): number {
  try {
    return main();
  } catch (error) {
    return typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 1;
  }
}
