/** The parts of the W3C's parser for the tests, because the package has no types of its own. */
declare module 'webvtt-parser' {
  interface CueNode {
    readonly type: string;
    readonly value?: string;
    readonly children?: readonly CueNode[];
  }

  export interface ParsedCue {
    readonly startTime: number;
    readonly endTime: number;
    readonly text: string;
    readonly tree: CueNode;
  }

  export class WebVTTParser {
    /** The characters by their entities. */
    constructor(entities: Readonly<Record<string, string>>);
    parse(
      input: string,
      mode: 'captions',
    ): { readonly cues: readonly ParsedCue[]; readonly errors: readonly { readonly message: string }[] };
  }
}
