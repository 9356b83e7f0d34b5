import { readFile } from 'node:fs/promises';

/** Vectors of this width are far enough apart for the 51,865 tokens of Whisper. */
const width = 32;
/** The steps of Whisper's times. */
const timeStepMs = 20;

export interface SpokenSegment {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TestModelOptions {
  /** The transcript of every sound. */
  readonly says: readonly SpokenSegment[];
}

/**
 * Makes a Whisper model of 4 MB in the format of whisper.cpp that writes the same text for every sound. Uses the vocabulary
 * and the mel filters of whisper.cpp's own test model, which has no weights.
 *
 * All layers are zero, so the output of the decoder depends only on the position. The embedding of a position points at its
 * token, and the embeddings of tokens are random unit vectors, each far from all others.
 */
export async function makeTestModel({ says }: TestModelOptions): Promise<Buffer> {
  const { header, vocabulary, tokens, audioPositions, textPositions, mels } = await readBase();
  // The ids after the vocabulary, as computed by whisper.cpp.
  const endOfText = 50_257;
  const firstTime = 50_363 + (tokens - 51_765 - 1 - 98);
  const toTime = (ms: number): number => firstTime + Math.round(ms / timeStepMs);
  const written = says.flatMap(({ text, startMs, endMs }) => [
    toTime(startMs),
    ...encode(` ${text}`, vocabulary),
    toTime(endMs),
  ]);
  const embeddings = getEmbeddings(tokens);
  const positions = new Float32Array(textPositions * width);
  const writeAt = (position: number, token: number): void => {
    for (let i = 0; i < width; i += 1)
      positions[position * width + i] = 20 * (embeddings[token * width + i] ?? 0);
  };
  // The prompt contains the start, the language and the task. The first answer follows the task.
  for (const [index, token] of [...written, endOfText].entries()) writeAt(2 + index, token);
  return Buffer.concat([
    header,
    tensor('encoder.positional_embedding', [width, audioPositions]),
    tensor('encoder.conv1.weight', [3, mels, width], { isHalf: true }),
    tensor('encoder.conv1.bias', [1, width]),
    tensor('encoder.conv2.weight', [3, width, width], { isHalf: true }),
    tensor('encoder.conv2.bias', [1, width]),
    ...norm('encoder.ln_post'),
    ...attention('encoder.blocks.0', 'attn'),
    ...feedForward('encoder.blocks.0'),
    tensor('decoder.positional_embedding', [width, textPositions], { values: positions }),
    tensor('decoder.token_embedding.weight', [width, tokens], { values: embeddings, isHalf: true }),
    // Makes the chosen token certain.
    ...norm('decoder.ln', 10),
    ...attention('decoder.blocks.0', 'attn'),
    ...attention('decoder.blocks.0', 'cross_attn'),
    ...feedForward('decoder.blocks.0'),
  ]);
}

/** Reads the test model of whisper.cpp and sets the sizes of the new weights in its header. */
async function readBase() {
  const file = new URL('../../fixtures/speech/for-tests-ggml-tiny.bin', import.meta.url);
  const bytes = Buffer.from(await readFile(file));
  const sizeAt = (index: number): number => bytes.readInt32LE(4 * index);
  const sizes = { tokens: sizeAt(1), audioPositions: sizeAt(2), textPositions: sizeAt(6), mels: sizeAt(10) };
  const [audioState, audioHeads, audioLayers, textState, textHeads, textLayers] = [3, 4, 5, 7, 8, 9];
  for (const index of [audioState, textState]) bytes.writeInt32LE(width, 4 * index);
  for (const index of [audioHeads, audioLayers, textHeads, textLayers]) bytes.writeInt32LE(1, 4 * index);
  const filters = 12 * 4;
  let at = filters + 8 + sizeAt(12) * sizeAt(13) * 4;
  const vocabulary = new Map<string, number>();
  const count = bytes.readInt32LE(at);
  at += 4;
  for (let token = 0; token < count; token += 1) {
    const length = bytes.readInt32LE(at);
    vocabulary.set(bytes.toString('latin1', at + 4, at + 4 + length), token);
    at += 4 + length;
  }
  return { header: bytes.subarray(0, at), vocabulary, ...sizes };
}

/** Returns tokens that spell a text, each as long as possible. */
function encode(text: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const bytes = Buffer.from(text).toString('latin1');
  const tokens: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = bytes.length;
    while (!vocabulary.has(bytes.slice(at, end))) end -= 1;
    tokens.push(vocabulary.get(bytes.slice(at, end)) ?? 0);
    at = end;
  }
  return tokens;
}

const madeEmbeddings = new Map<number, Float32Array>();

/**
 * Returns a constant unit vector with a mean of zero for each token. They are computed once, because that takes a quarter of
 * a second.
 */
function getEmbeddings(tokens: number): Float32Array {
  const embeddings = madeEmbeddings.get(tokens) ?? makeEmbeddings(tokens);
  madeEmbeddings.set(tokens, embeddings);
  return embeddings;
}

function makeEmbeddings(tokens: number): Float32Array {
  const embeddings = new Float32Array(tokens * width);
  let seed = 1;
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  for (let token = 0; token < tokens; token += 1) {
    const vector = embeddings.subarray(token * width, (token + 1) * width);
    for (let i = 0; i < width; i += 1) vector[i] = next();
    const mean = vector.reduce((sum, value) => sum + value, 0) / width;
    const length = Math.hypot(...vector.map((value) => value - mean));
    for (let i = 0; i < width; i += 1) vector[i] = ((vector[i] ?? 0) - mean) / length;
  }
  return embeddings;
}

interface TensorOptions {
  /** The default is all zero. */
  readonly values?: Float32Array;
  readonly isHalf?: boolean;
}

/**
 * Writes a tensor like whisper.cpp: the lengths of its sizes and of its name and the number of its type, then these, then
 * the values.
 */
function tensor(
  name: string,
  sizes: readonly number[],
  { values, isHalf = false }: TensorOptions = {},
): Buffer {
  const numbers = Int32Array.from([sizes.length, name.length, isHalf ? 1 : 0, ...sizes]);
  const data = values ?? new Float32Array(sizes.reduce((product, size) => product * size, 1));
  const stored = isHalf ? Uint16Array.from(data, toHalf) : data;
  return Buffer.concat([new Uint8Array(numbers.buffer), Buffer.from(name), new Uint8Array(stored.buffer)]);
}

const norm = (name: string, scale = 1): Buffer[] => [
  tensor(`${name}.weight`, [width], { values: new Float32Array(width).fill(scale) }),
  tensor(`${name}.bias`, [width]),
];

const attention = (block: string, kind: string): Buffer[] => [
  ...norm(`${block}.${kind}_ln`),
  ...['query', 'key', 'value', 'out'].map((part) =>
    tensor(`${block}.${kind}.${part}.weight`, [width, width], { isHalf: true }),
  ),
  ...['query', 'value', 'out'].map((part) => tensor(`${block}.${kind}.${part}.bias`, [width])),
];

const feedForward = (block: string): Buffer[] => [
  ...norm(`${block}.mlp_ln`),
  tensor(`${block}.mlp.0.weight`, [width, 4 * width], { isHalf: true }),
  tensor(`${block}.mlp.0.bias`, [4 * width]),
  tensor(`${block}.mlp.2.weight`, [4 * width, width], { isHalf: true }),
  tensor(`${block}.mlp.2.bias`, [width]),
];

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/** Returns the bits of a number between −65,504 and 65,504 as a half-precision float. Very small numbers become zero. */
function toHalf(value: number): number {
  single[0] = value;
  const bits = singleBits[0] ?? 0;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const sign = (bits >>> 16) & 0x8000;
  return exponent <= 0 ? sign : sign | (exponent << 10) | ((bits >>> 13) & 0x3ff);
}
