// The script of the embeddable player, which the server's page `/embed/{storyId}` loads. A classic script without
// imports: frames with `sandbox="allow-scripts"` run no modules, and throw when a page touches a storage.
interface EmbeddedStory {
  readonly audioUrl: string;
  readonly durationMs: number;
  readonly startSeconds: number;
  /** Text, start and end in milliseconds, sorted by time. */
  readonly words: readonly (readonly [string, number, number])[];
  readonly texts: { readonly play: string; readonly pause: string; readonly failed: string };
}

const find = <Found extends Element>(selector: string, type: new () => Found): Found => {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`${selector} is missing`);
  return found;
};
const page = find('main', HTMLElement);
const button = find('button', HTMLButtonElement);
const slider = find('input', HTMLInputElement);
const heard = find('.wave', HTMLElement);
const clock = find('time', HTMLElement);
const line = find('.words', HTMLElement);
const story = JSON.parse(find('#story', HTMLScriptElement).textContent) as EmbeddedStory; // the server writes it so

const totalSeconds = story.durationMs / 1000;
const audio = new Audio();
audio.preload = 'none';
audio.src = story.audioUrl;
/** The position from which to play once the audio is loaded. */
let startSeconds = Math.min(story.startSeconds, totalSeconds);

const getSeconds = () => (audio.readyState === 0 ? startSeconds : audio.currentTime);
const toClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function show(isMoved = false) {
  const seconds = getSeconds();
  heard.style.setProperty('--heard', `${(100 * seconds) / totalSeconds}%`);
  slider.value = String(Math.round(seconds));
  // Screen readers would read the focused slider out each second, over the story.
  if (isMoved || audio.paused || document.activeElement !== slider)
    slider.setAttribute('aria-valuetext', toClock(seconds));
  clock.textContent = seconds > 0 ? `${toClock(seconds)} / ${toClock(totalSeconds)}` : toClock(totalSeconds);
  showWords(seconds * 1000);
}

/** The number of words in the line before the spoken one. */
const wordsBefore = 4;
const wordsAfter = 16;

/** Shows the words around a time. Pressing one seeks to it; keyboards use the slider. */
function showWords(ms: number) {
  const next = story.words.findIndex(([, startMs]) => startMs > ms);
  const spoken = (next < 0 ? story.words.length : next) - 1;
  if (story.words.length === 0 || line.dataset['spoken'] === String(spoken)) return;
  line.dataset['spoken'] = String(spoken);
  line.role = null;
  const from = Math.max(0, spoken - wordsBefore);
  const shown = story.words.slice(from, spoken + 1 + wordsAfter);
  line.replaceChildren(
    ...shown.flatMap(([text, startMs], index) => {
      const word = document.createElement('span');
      word.textContent = text;
      if (from + index <= spoken) word.className = from + index < spoken ? 'heard' : 'said';
      word.addEventListener('click', () => seek(startMs / 1000));
      return [word, ' '];
    }),
  );
}

function seek(seconds: number) {
  startSeconds = seconds;
  if (audio.readyState > 0) audio.currentTime = seconds;
  show(true);
}

let frame = 0;

/** Follows the sound in every frame, because the event `timeupdate` comes a quarter of a second late. */
function follow() {
  // The next frame would replace the text of a failure with the words.
  if (audio.error) return;
  show();
  // Each seek and each stall ends in another event `playing`.
  cancelAnimationFrame(frame);
  if (!audio.paused) frame = requestAnimationFrame(follow);
}

button.addEventListener('click', () => {
  if (!audio.paused && !audio.error) {
    audio.pause();
    return;
  }
  // The network may have failed, so another press retries from the same position.
  if (audio.error) audio.load();
  // The event `error` reports a refusal. A pause meanwhile also rejects, and is no failure.
  void audio.play().catch(() => {});
});
slider.addEventListener('input', () => seek(Number(slider.value)));
audio.addEventListener('loadedmetadata', () => {
  audio.currentTime = startSeconds;
});
audio.addEventListener('playing', () => {
  page.removeAttribute('data-failed');
  // Without words, nothing else replaces the text of the failure.
  if (story.words.length === 0) line.textContent = '';
  follow();
});
for (const event of ['play', 'pause', 'ended']) {
  audio.addEventListener(event, () => {
    page.toggleAttribute('data-playing', !audio.paused && !audio.ended);
    button.ariaLabel = audio.paused ? story.texts.play : story.texts.pause;
    startSeconds = getSeconds();
    show();
  });
}
audio.addEventListener('error', () => {
  startSeconds = getSeconds();
  page.removeAttribute('data-playing');
  page.setAttribute('data-failed', '');
  button.ariaLabel = story.texts.play;
  delete line.dataset['spoken'];
  // Screen readers announce the failure, but not the words.
  line.role = 'alert';
  line.textContent = story.texts.failed;
});
show();
