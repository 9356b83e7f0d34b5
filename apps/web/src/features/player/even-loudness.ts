import { deviceSwitches } from '../../lib/settings/device-switches.ts';

/** The part of AudioContext that is needed, so that tests can bring their own. */
type Context = Pick<AudioContext, 'createGain' | 'createMediaElementSource' | 'destination' | 'resume'>;

/** By then the screen shows the press. Creating a context blocks a slow phone for a fifth of a second. */
const pressShownMs = 50;

/**
 * Plays tracks equally loud, with a gain node, because the volume of an element makes nothing louder, and on iOS nothing
 * quieter either. The sound goes through the node only once the context runs: a context that waits for a tap is silent.
 */
export class EvenLoudness {
  readonly #audio: HTMLAudioElement;
  readonly #createContext: () => Context;
  /** A browser may begin at another volume than the loudest. */
  readonly #volume: number;
  #context: Context | null = null;
  #isPlanned = false;
  #node: GainNode | null = null;
  #gain = 1;

  constructor(audio: HTMLAudioElement, createContext: () => Context = () => new AudioContext()) {
    this.#audio = audio;
    this.#volume = audio.volume;
    this.#createContext = createContext;
  }

  /** Sets the gain of the next track. Called in the gesture that starts it. */
  prepare(gainDb = 0, softerDb = 0): void {
    this.#gain = 10 ** (((deviceSwitches.evenLoudness.isOn() ? gainDb : 0) - softerDb) / 20);
    // The context is created only when it is needed.
    if (this.#gain !== 1 || this.#context) this.#route();
    this.#apply();
  }

  #route(): void {
    if (this.#context) this.#resume(this.#context);
    if (this.#context || this.#isPlanned) return;
    this.#isPlanned = true;
    // Only a timer that the gesture itself starts still counts as the gesture in Safari.
    setTimeout(() => this.#create(), pressShownMs);
  }

  #create(): void {
    this.#isPlanned = false;
    try {
      this.#context = this.#createContext();
      this.#resume(this.#context);
    } catch (error) {
      warn(error);
    }
  }

  /** The context also stops during a phone call. */
  #resume(context: Context): void {
    void context.resume().then(() => this.#connect(context), warn);
  }

  #connect(context: Context): void {
    if (this.#node) return;
    this.#node = context.createGain();
    context.createMediaElementSource(this.#audio).connect(this.#node).connect(context.destination);
    this.#apply();
  }

  #apply(): void {
    if (this.#node) this.#node.gain.value = this.#gain;
    this.#audio.volume = this.#volume * (this.#node ? 1 : Math.min(1, this.#gain));
  }
}

const warn = (error: unknown) => console.warn('The loudness could not be set', error);
