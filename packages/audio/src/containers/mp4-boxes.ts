import { Refusal } from '../refusal.ts';

/** A box of an MP4: `at` is the offset of its header, `start` and `end` are those of its contents. */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

const known: ReadonlySet<string> = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide uuid meta udta emsg prft pdin'.split(' '),
);

/** Yields the top-level boxes of a file. Throws Refusal for bytes between them, and for a box beyond the end of the file. */
export function* topLevelBoxesOf(bytes: Uint8Array): Generator<Box> {
  for (let position = 0; position < bytes.length;) {
    if (position + 8 > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    const box = boxAt(bytes, position, bytes.length);
    if (!known.has(box.type)) throw new Refusal('AUDIO_NOT_AUDIO');
    if (box.start > bytes.length || box.end > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    if (box.end < box.start) throw new Refusal('AUDIO_NOT_AUDIO');
    yield box;
    position = box.end;
  }
}

/** Yields the boxes within another, in linear time: each lies within the parent and after the previous one. Throws Refusal. */
export function* boxesOf(bytes: Uint8Array, { start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
  // Some writers end a list with four zero bytes.
  for (let position = start; position + 8 <= end;) {
    const box = boxAt(bytes, position, end);
    if (box.end < box.start || box.end > end) throw new Refusal('AUDIO_UNDECODABLE');
    yield box;
    position = box.end;
  }
}

function boxAt(bytes: Uint8Array, at: number, end: number): Box {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(at);
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  if (size === 0) return { type, at, start: at + 8, end };
  if (size !== 1) return { type, at, start: at + 8, end: at + size };
  if (at + 16 > end) throw new Refusal('AUDIO_TRUNCATED');
  return { type, at, start: at + 16, end: at + Number(view.getBigUint64(at + 8)) };
}

export function find(bytes: Uint8Array, parent: Pick<Box, 'start' | 'end'>, type: string): Box | null {
  for (const box of boxesOf(bytes, parent)) if (box.type === type) return box;
  return null;
}

export const findPath = (bytes: Uint8Array, parent: Box, types: readonly string[]): Box | null =>
  types.reduce<Box | null>((box, type) => box && find(bytes, box, type), parent);

export function requireBox(box: Box | null | undefined): Box {
  if (!box) throw new Refusal('AUDIO_UNDECODABLE');
  return box;
}

/** Reads the fields of a box in sequence. Throws Refusal at its end. */
export class BoxReader {
  readonly #view: DataView;
  readonly #end: number;
  #position: number;

  constructor(bytes: Uint8Array, { start, end }: Pick<Box, 'start' | 'end'>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#position = start;
    this.#end = end;
  }

  #take(length: number): number {
    const at = this.#position;
    if (at + length > this.#end) throw new Refusal('AUDIO_UNDECODABLE');
    this.#position += length;
    return at;
  }

  skip(length: number): this {
    this.#take(length);
    return this;
  }
  u8 = (): number => this.#view.getUint8(this.#take(1));
  u16 = (): number => this.#view.getUint16(this.#take(2));
  u32 = (): number => this.#view.getUint32(this.#take(4));
  i32 = (): number => this.#view.getInt32(this.#take(4));
  u64 = (): number => Number(this.#view.getBigUint64(this.#take(8)));
  i64 = (): number => Number(this.#view.getBigInt64(this.#take(8)));

  text(length: number): string {
    return String.fromCharCode(...this.bytes(length));
  }

  bytes(length: number): Uint8Array {
    const at = this.#take(length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
  }

  /** Reads a number of entries of `entryBytes` each. Throws Refusal if the box is too small for them. */
  count(entryBytes: number): number {
    const count = this.u32();
    this.requireRoom(count * entryBytes);
    return count;
  }

  requireRoom(length: number): void {
    if (length > this.#end - this.#position) throw new Refusal('AUDIO_UNDECODABLE');
  }

  /** Reads the header of an MPEG-4 systems descriptor and returns the length of its contents. */
  descriptor(tag: number): number {
    if (this.u8() !== tag) throw new Refusal('AUDIO_UNDECODABLE');
    let length = 0;
    for (let index = 0; index < 4; index += 1) {
      const byte = this.u8();
      length = length * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return length;
  }
}
