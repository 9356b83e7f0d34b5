// signalsmith-stretch only runs as the processor of an AudioWorklet. That would need a page that may run WebAssembly, and
// Chromium and Firefox render it no faster than real time. This module provides the parts of an AudioWorkletGlobalScope that
// the library uses, so that it registers its processor here. It is imported before the library.
import { voiceRateHz } from '../review/decode-voice.ts';

type Message = readonly [name: unknown, value?: unknown];

/** The port of the processor, seen from its inside. */
interface InnerPort {
  onmessage: ((event: { readonly data: unknown[] }) => void) | null;
  readonly postMessage: (message: Message) => void;
}

interface Processor {
  readonly port: InnerPort & { hear: (message: Message) => void };
  /** Takes inputs and fills outputs, each a list of channels. */
  readonly process: (
    inputs: readonly (readonly Float32Array[])[],
    outputs: readonly (readonly Float32Array[])[],
  ) => boolean;
}

type ProcessorClass = new (options: {
  readonly numberOfOutputs: number;
  readonly outputChannelCount: readonly number[];
}) => Processor;

/** The number of samples that a processor gets at once, by the standard. */
export const quantum = 128;

let Registered: ProcessorClass | null = null;

Object.assign(globalThis, {
  sampleRate: voiceRateHz,
  currentTime: 0,
  AudioWorkletProcessor: class {
    readonly port: Processor['port'] = {
      onmessage: null,
      hear: () => undefined,
      postMessage(message) {
        this.hear(message);
      },
    };
  },
  registerProcessor: (_name: string, processor: ProcessorClass) => {
    Registered = processor;
  },
});

/** Returns the processor for one channel, and a function that calls its methods. */
export async function openProcessor() {
  if (!Registered) throw new Error('No processor was registered');
  const processor = new Registered({ numberOfOutputs: 1, outputChannelCount: [1] });
  const answers = new Map<unknown, (value: unknown) => void>();
  processor.port.hear = ([name, value]) => answers.get(name)?.(value);
  const answerTo = (name: unknown) => new Promise((resolve) => answers.set(name, resolve));
  await answerTo('ready');
  const call = (method: string, ...values: readonly unknown[]) => {
    const answer = answerTo(method);
    processor.port.onmessage?.({ data: [method, method, ...values] });
    return answer;
  };
  return { processor, call };
}
