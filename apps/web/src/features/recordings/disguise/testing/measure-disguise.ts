// `npm run bench:disguise -- FOLDER NEW_FOLDER [OPTION…]` disguises the recordings of FOLDER (NAME.wav) as each character into
// NEW_FOLDER, and prints how far Praat finds F0 and the formants 1 to 3 moved. It copies their texts (NAME.txt), so that
// `npm run transcription:evaluate -- NEW_FOLDER/deep` counts what a transcriber gets wrong. With the options of a model, such as
// `-hmm FOLDER -dict FILE -lm FILE`, words are counted here by PocketSphinx and NIST's scorer. Debian has all of them:
// apt-get install praat pocketsphinx pocketsphinx-en-us sctk (this model is English).
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, parse } from 'node:path';
import { voiceRateHz } from '../../review/decode-voice.ts';
import { toWav } from '../../review/to-wav.ts';
import { characters, drawVoice } from '../draw-voice.ts';
import { shiftVoice } from '../shift-voice.ts';

const script = join(import.meta.dirname, 'measure-voice.praat');
/** Five formants of a low voice are below the first, of a high one below the second. */
const ceilingsHz = [5_000, 5_500] as const;
const highVoiceHz = 160;

/** Returns the medians of F0 and of three formants, in Hz, and saves the samples if `raw` is a path. */
function measure(path: string, ceilingHz: number, raw = '-'): readonly number[] {
  const args = ['--run', script, path, raw, String(ceilingHz)];
  return execFileSync('praat', args, { encoding: 'utf8' }).trim().split(' ').map(Number);
}

function readRaw(path: string): Float32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = readFileSync(path);
  const samples = new Int16Array(buffer.slice(byteOffset, byteOffset + length));
  return Float32Array.from(samples, (sample) => sample / 32_768);
}

const toChanges = (before: readonly number[], after: readonly number[]): string =>
  after.map((hz, index) => `${Math.round(100 * (hz / (before[index] ?? Number.NaN) - 1))} %`).join(' | ');

/** Returns what NIST's scorer counts of the words that PocketSphinx hears in a folder: of how many, how many are wrong. */
function countErrors(folder: string, names: readonly string[], model: readonly string[]): string {
  const [list, said, heard] = ['list', 'said', 'heard'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ]; // one each
  writeFileSync(list, `${names.join('\n')}\n`);
  const toLine = (name: string) => {
    const words = readFileSync(join(folder, `${name}.txt`), 'utf8')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu);
    return `${words?.join(' ')} (${name})\n`;
  };
  writeFileSync(said, names.map(toLine).join(''));
  const sound = ['-adcin', 'yes', '-adchdr', '44', '-samprate', String(voiceRateHz), '-nfft', '1024'];
  const files = ['-cepdir', folder, '-cepext', '.wav', '-ctl', list, '-hyp', heard, '-logfn', '/dev/null'];
  execFileSync('pocketsphinx_batch', [...model, ...sound, ...files]);
  // A line ends in its name and a score; the scorer wants the name alone.
  writeFileSync(heard, readFileSync(heard, 'utf8').replaceAll(/ -?\d+\)$/gm, ')'));
  const compared = ['-e', 'utf-8', '-r', said, 'trn', '-h', heard, 'trn', '-i', 'rm', '-o', 'rsum', 'stdout'];
  const report = execFileSync('sctk', ['sclite', ...compared], { encoding: 'utf8' });
  for (const path of [list, said, heard]) rmSync(path);
  const [, words, errors] = /\| Sum *\| *\d+ +(\d+) *\|(?: *\d+){4} +(\d+)/.exec(report) ?? [];
  return `${errors} of ${words} words`;
}

const [from, to, ...model] = process.argv.slice(2);
if (from === undefined || to === undefined)
  throw new Error('Say which folder holds the recordings, and which one to make.');
const names = readdirSync(from).flatMap((file) => (file.endsWith('.wav') ? [parse(file).name] : []));
for (const folder of ['original', ...characters]) mkdirSync(join(to, folder), { recursive: true });

async function save(folder: string, name: string, samples: Float32Array): Promise<string> {
  const path = join(to ?? '', folder, name);
  writeFileSync(`${path}.wav`, await toWav(samples, voiceRateHz).bytes());
  const text = join(from ?? '', `${name}.txt`);
  if (existsSync(text)) copyFileSync(text, `${path}.txt`);
  return `${path}.wav`;
}

console.log(
  '| recording | character | formants up to | F0 | F1 | F2 | F3 |\n| --- | --- | --- | --- | --- | --- | --- |',
);
for (const name of names) {
  const [source, raw] = [join(from, `${name}.wav`), join(to, 'raw')];
  const [f0 = 0] = measure(source, ceilingsHz[0], raw);
  const ceilingHz = ceilingsHz[f0 < highVoiceHz ? 0 : 1];
  const samples = readRaw(raw);
  rmSync(raw);
  const before = measure(await save('original', name, samples), ceilingHz);
  for (const character of characters) {
    const shift = drawVoice(character);
    const path = await save(character, name, await shiftVoice(samples, shift));
    // Praat looks for a number of formants below the ceiling. With that of the original it can mistake one for another.
    for (const hz of [ceilingHz, Math.round(ceilingHz * 2 ** (shift.formants / 12))])
      console.log(`| ${name} | ${character} | ${hz} Hz | ${toChanges(before, measure(path, hz))} |`);
  }
}
if (model.length > 0)
  for (const folder of ['original', ...characters])
    console.log(`${folder}: PocketSphinx gets ${countErrors(join(to, folder), names, model)} wrong`);
