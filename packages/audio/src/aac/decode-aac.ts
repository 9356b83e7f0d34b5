import { Refusal } from '../refusal.ts';
import { aacRatesHz } from './config.ts';
import { FilterBank } from './filter-bank.ts';
import { readUnit } from './read-unit.ts';
import { shapeNoise } from './shape-noise.ts';
import { createNoise, toSpectra } from './spectrum.ts';
import { bandWidths, type Widths } from './tables.ts';

/**
 * Decodes access units of AAC-LC to 1024 samples of each channel. The bands that HE-AAC replicates are left out: they lie
 * above those that carry speech. Throws Refusal for a unit that no decoder accepts.
 */
export function* decodeAac(units: readonly Uint8Array[], rateHz: number): Generator<readonly Float32Array[]> {
  const widths = requireWidths(rateHz);
  const noise = createNoise();
  const banks = [new FilterBank(), new FilterBank()] as const;
  for (const bytes of units) {
    const unit = readUnit(bytes, widths);
    const spectra = toSpectra(unit, noise);
    yield unit.channels.map((channel, index) => {
      const spectrum = spectra[index] ?? new Float64Array();
      shapeNoise(spectrum, channel, widths);
      return banks[index === 0 ? 0 : 1].synthesize(spectrum, channel.windows);
    });
  }
}

/** Reads every access unit as `decodeAac` does, without computing samples. Throws Refusal. */
export function* checkAac(units: readonly Uint8Array[], rateHz: number): Generator<undefined> {
  const widths = requireWidths(rateHz);
  for (const bytes of units) yield void readUnit(bytes, widths);
}

function requireWidths(rateHz: number): Widths {
  const widths = bandWidths[aacRatesHz.indexOf(rateHz)];
  if (!widths) throw new Refusal('AUDIO_UNDECODABLE');
  return widths;
}
