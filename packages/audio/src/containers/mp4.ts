import { Refusal } from '../refusal.ts';

const known: ReadonlySet<string> = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide uuid meta udta emsg prft pdin'.split(' '),
);

/** ISO/IEC 14496-12: boxes of a size and a type. Only a file that begins with `ftyp` comes here. */
export function checkMp4(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seen = new Set<string>();
  let type = '';
  for (let position = 0; position < bytes.length;) {
    if (position + 8 > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    type = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
    if (!known.has(type)) throw new Refusal('AUDIO_NOT_AUDIO');
    seen.add(type);
    position += boxBytes(view, position);
    if (position > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  }
  // The headers say where the sound lies, and a fragment's header (moof) comes before its sound (mdat).
  if (!seen.has('moov') || type === 'moof') throw new Refusal('AUDIO_TRUNCATED');
}

function boxBytes(view: DataView, position: number): number {
  const size = view.getUint32(position);
  if (size === 0) return view.byteLength - position;
  if (size !== 1) {
    if (size < 8) throw new Refusal('AUDIO_NOT_AUDIO');
    return size;
  }
  if (position + 16 > view.byteLength) throw new Refusal('AUDIO_TRUNCATED');
  const large = Number(view.getBigUint64(position + 8));
  if (large < 16) throw new Refusal('AUDIO_NOT_AUDIO');
  return large;
}
