import { describe, expect, it } from 'vitest';
import { inspectBytes } from '../inspect-bytes.ts';
import { bytesOf, concat } from '../testing/recordings.ts';
import { chunk, formatChunk, riff } from '../testing/wav.ts';

const second = new Uint8Array(16_000);

const accept = async (bytes: Uint8Array) => {
  const inspection = await inspectBytes(bytes);
  if (!inspection.ok) throw new Error(inspection.reason);
  return inspection;
};
const refusalOf = async (bytes: Uint8Array) => {
  const inspection = await inspectBytes(bytes);
  return inspection.ok ? 'accepted' : inspection.reason;
};

describe('a WAV', () => {
  it.each([
    ['of 16 bits', {}, [0x00, 0x40]],
    ['of 24 bits', { bits: 24 }, [0x00, 0x00, 0x40]],
    ['of 32 bits', { bits: 32 }, [0x00, 0x00, 0x00, 0x40]],
    ['of floating point', { tag: 3, bits: 32 }, [0x00, 0x00, 0x00, 0x3f]],
  ])('of %s is converted to 16 bits', async (_, format, sample) => {
    const samples = new Uint8Array(Array.from({ length: 8_000 }, () => sample).flat());
    const { playback, durationMs } = await accept(riff(formatChunk(format), chunk('data', samples)));
    expect(durationMs).toBe(1000);
    const view = new DataView(playback.buffer);
    expect([view.getUint16(20, true), view.getUint16(34, true)]).toEqual([1, 16]);
    expect(Math.abs(view.getInt16(playback.length - 2, true) - 0x4000)).toBeLessThanOrEqual(1);
  });

  it('is copied without its other chunks', async () => {
    const list = chunk('LIST', bytesOf('INFOICMTLUGAR-SECRETO'));
    const { playback } = await accept(riff(formatChunk(), list, chunk('data', second)));
    expect(Buffer.from(playback).includes('SECRETO')).toBe(false);
  });

  it.each([
    [
      'more than two channels',
      riff(formatChunk({ channels: 6 }), chunk('data', second)),
      'AUDIO_UNDECODABLE',
    ],
    ['another coding', riff(formatChunk({ tag: 0x55 }), chunk('data', second)), 'AUDIO_UNDECODABLE'],
    ['a rate of zero', riff(formatChunk({ rateHz: 0 }), chunk('data', second)), 'AUDIO_UNDECODABLE'],
    ['no sound', riff(formatChunk(), chunk('data', new Uint8Array())), 'AUDIO_EMPTY'],
    ['no data', riff(formatChunk()), 'AUDIO_TRUNCATED'],
    ['less than it says', riff(formatChunk(), chunk('data', second)).slice(0, -100), 'AUDIO_TRUNCATED'],
    [
      'a web page behind it',
      concat(riff(formatChunk(), chunk('data', second)), bytesOf('<html>')),
      'AUDIO_NOT_AUDIO',
    ],
    ['six minutes', riff(formatChunk(), chunk('data', new Uint8Array(16_000 * 360))), 'AUDIO_TOO_LONG'],
  ])('with %s is refused', async (_, bytes, code) => {
    expect(await refusalOf(bytes)).toBe(code);
  });
});
