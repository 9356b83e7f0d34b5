import { Refusal } from './refusal.ts';

/** Reads bits, the highest of a byte first. Throws Refusal at the end of the bytes. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.#position;
  }

  bit(): number {
    const byte = this.#bytes[this.#position >> 3];
    if (byte === undefined) throw new Refusal('AUDIO_UNDECODABLE');
    const bit = (byte >> (7 - (this.#position & 7))) & 1;
    this.#position += 1;
    return bit;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    if (count > this.left) throw new Refusal('AUDIO_UNDECODABLE');
    this.#position += count;
  }

  align(): void {
    this.#position = (this.#position + 7) & ~7;
  }
}

/** Returns whether these ASCII characters are at `position`. */
export const startsWith = (bytes: Uint8Array, text: string, position = 0): boolean =>
  position >= 0 && String.fromCharCode(...bytes.subarray(position, position + text.length)) === text;
