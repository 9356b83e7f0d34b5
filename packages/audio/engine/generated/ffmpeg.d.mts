interface Instance {
  readonly exports: object;
}

/** The part of WebAssembly that is used here; Node.js has it, but not its types. */
export interface Compiler {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => Instance;
}

/** The part of an Emscripten module that is used here. */
export interface Engine {
  readonly FS: {
    readonly writeFile: (name: string, bytes: Uint8Array) => void;
    readonly readFile: (name: string) => Uint8Array<ArrayBuffer>;
    readonly analyzePath: (name: string) => { readonly exists: boolean };
    readonly makedev: (major: number, minor: number) => number;
    /** `write` returns the number of bytes that it took from the memory of the engine. */
    readonly registerDevice: (
      device: number,
      operations: {
        readonly write: (stream: object, memory: Int8Array<ArrayBuffer>, offset: number, length: number) => number;
      },
    ) => void;
    readonly mkdev: (name: string, device: number) => void;
  };
  /** Runs the program that the first argument names. Throws an object with its `status` when the program exits. */
  readonly callMain: (args: readonly string[]) => number;
}

export default function createEngine(options: {
  readonly instantiateWasm: (imports: object, receive: (instance: Instance) => void) => object;
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
}): Promise<Engine>;
