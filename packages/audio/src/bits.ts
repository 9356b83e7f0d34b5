import { Refusal } from './refusal.ts';

/** Reads bits, highest first. Throws a Refusal behind the end. */
export class Bits {
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
