/** A weights file for the local transcriber: GGUF in the layout of transcribe.cpp. */
export interface SpeechModel {
  readonly name: string;
  /** The repository and the file on the hub, at a fixed commit. */
  readonly repository: string;
  readonly revision: string;
  readonly file: string;
  readonly bytes: number;
  /** The hash of the whole file, in hexadecimal. */
  readonly sha256: string;
  readonly license: string;
  /** The authors of the weights, whom CC-BY requires to name. */
  readonly author: string;
  readonly languages: string;
  /**
   * Whether the language can be fixed to Spanish. Only such models are chosen automatically, because others may drift into
   * another language.
   */
  readonly takesLanguage: boolean;
  /**
   * `heard`: the model times each word. `estimated`: words get their share of a timed sentence, or of the time between
   * pauses.
   */
  readonly wordTimes: 'heard' | 'estimated';
  /** The published word error rate for Spanish (FLEURS, read speech), in percent. Not measured by this project. */
  readonly publishedWer: number;
  /** Seconds of sound for each second of work on two cores. Estimated from published measurements on eight. */
  readonly estimatedSpeed: number;
  /** The peak memory of the transcriber's process. Estimated from the size of the file. */
  readonly estimatedMemoryBytes: number;
}

const megabyte = 1_000_000;
const whisperLanguages = '99, Spanish among them';

/**
 * The models that can be fetched by name, the preferred one first. Revisions, sizes and checksums are those of the catalogue
 * of Handy, whose authors publish these files. At least one other project pins each file with the same checksum
 * (docs/decisions/0014).
 */
export const speechModels: readonly SpeechModel[] = [
  {
    name: 'nemotron-3.5-asr-streaming-0.6b',
    repository: 'handy-computer/nemotron-3.5-asr-streaming-0.6b-gguf',
    revision: '6d44e540bc31b0de1dbe174a3cea87f53a7f22fb',
    file: 'nemotron-3.5-asr-streaming-0.6b-Q4_K_M.gguf',
    bytes: 495_831_520,
    sha256: '41c99fa5fb6f3d35f68e79adc3e755eca2232a8d921178bd647b71194792b8fd',
    license: 'OpenMDW-1.1',
    author: 'NVIDIA',
    languages: '28, Spanish among them',
    takesLanguage: true,
    wordTimes: 'heard',
    publishedWer: 4.8,
    estimatedSpeed: 2,
    estimatedMemoryBytes: 1_000 * megabyte,
  },
  {
    name: 'whisper-small',
    repository: 'handy-computer/whisper-small-gguf',
    revision: 'c0214bd34be9296695486f838e0142f900803159',
    file: 'whisper-small-Q5_K_M.gguf',
    bytes: 193_749_056,
    sha256: '326cd00c3e7217c751667c7c1600eaf7e0de174e186ca2c16b4bf590251c3c3b',
    license: 'Apache-2.0',
    author: 'OpenAI',
    languages: whisperLanguages,
    takesLanguage: true,
    wordTimes: 'estimated',
    publishedWer: 5.9,
    estimatedSpeed: 1,
    estimatedMemoryBytes: 600 * megabyte,
  },
  {
    name: 'whisper-base',
    repository: 'handy-computer/whisper-base-gguf',
    revision: 'e0f69524f648720eca44c024d1d0dbb7027d1fa0',
    file: 'whisper-base-Q8_0.gguf',
    bytes: 84_962_880,
    sha256: '81c069428bc8a24551a8169cf31cf09bcfd9d4cf50389ae281323c9aa9648c81',
    license: 'Apache-2.0',
    author: 'OpenAI',
    languages: whisperLanguages,
    takesLanguage: true,
    wordTimes: 'estimated',
    publishedWer: 11.2,
    estimatedSpeed: 3,
    estimatedMemoryBytes: 350 * megabyte,
  },
  {
    name: 'whisper-large-v3-turbo',
    repository: 'handy-computer/whisper-large-v3-turbo-gguf',
    revision: '5eaf945c7978e564bae5b28a5b1639dd93c2bfb1',
    file: 'whisper-large-v3-turbo-Q4_K_M.gguf',
    bytes: 536_069_728,
    sha256: 'ecfe9b6beb4ab18fef49187cc968cc74b5168b94629c8830e2ca6b794c6e25ed',
    license: 'Apache-2.0',
    author: 'OpenAI',
    languages: whisperLanguages,
    takesLanguage: true,
    wordTimes: 'estimated',
    publishedWer: 3.1,
    estimatedSpeed: 0.2,
    estimatedMemoryBytes: 1_200 * megabyte,
  },
  {
    name: 'canary-180m-flash',
    repository: 'handy-computer/canary-180m-flash-gguf',
    revision: 'b147f9dc52b59f0998e410540a84727bd86457fd',
    file: 'canary-180m-flash-Q4_K_M.gguf',
    bytes: 139_223_744,
    sha256: 'c8ae5758d7d4dc59c48d816474a33544e362ca52c635f96ee0b4b95e1b48f90c',
    license: 'CC-BY-4.0',
    author: 'NVIDIA',
    languages: 'Spanish, English, German, French',
    takesLanguage: true,
    wordTimes: 'estimated',
    publishedWer: 6.5,
    estimatedSpeed: 5,
    estimatedMemoryBytes: 450 * megabyte,
  },
  {
    name: 'parakeet-tdt-0.6b-v3',
    repository: 'handy-computer/parakeet-tdt-0.6b-v3-gguf',
    revision: '85ac09ea12fc4b1112fa76810059364bc6adc9de',
    file: 'parakeet-tdt-0.6b-v3-Q4_K_M.gguf',
    bytes: 485_425_504,
    sha256: 'b68557be1e3c40207fd7c4bd9d63f1d3316b963f15325bfb0cc16a8bb0ffd181',
    license: 'CC-BY-4.0',
    author: 'NVIDIA',
    languages: '25 of Europe, Spanish among them',
    takesLanguage: false,
    wordTimes: 'heard',
    publishedWer: 3.7,
    estimatedSpeed: 2,
    estimatedMemoryBytes: 1_000 * megabyte,
  },
];

export const getModel = (name: string): SpeechModel | null =>
  speechModels.find((model) => model.name === name) ?? null;

/** The server, PostgreSQL and the system take about as much again. */
const memoryShare = 1 / 3;

/**
 * Returns the name of the first model with a fixed language that fits into this memory beside everything else, or of the
 * smallest one.
 */
export function recommendModel(memoryBytes: number, models = speechModels): string {
  const fitting = models.find(
    ({ takesLanguage, estimatedMemoryBytes }) =>
      takesLanguage && estimatedMemoryBytes <= memoryBytes * memoryShare,
  );
  return (fitting ?? findSmallest(models)).name;
}

const findSmallest = (models: readonly SpeechModel[]): SpeechModel =>
  models.reduce((least, model) => (model.estimatedMemoryBytes < least.estimatedMemoryBytes ? model : least));
