// The script of the embeddable player, which the server's page `/embed/{storyId}` loads. A classic script without
// imports: frames with `sandbox="allow-scripts"` run no modules, and throw when a page touches a storage.
interface EmbeddedStory {
  readonly audioUrl: string;
  readonly durationMs: number;
  readonly startSeconds: number;
  /** Text, start and end in milliseconds, in order of time. */
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
const story = JSON.parse(find('#story', HTMLScriptElement).textContent) as EmbeddedStory; // as the server writes it

const totalSeconds = story.durationMs / 1000;
const audio = new Audio();
audio.preload = 'none';
audio.src = story.audioUrl;
/** The position to play from, as long as the audio is not loaded. */
let startSeconds = Math.min(story.startSeconds, totalSeconds);

const getSeconds = () => (audio.readyState === 0 ? startSeconds : audio.currentTime);
const toClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function show() {
  const seconds = getSeconds();
  heard.style.setProperty('--heard', `${(100 * seconds) / totalSeconds}%`);
  slider.value = String(Math.round(seconds));
  slider.setAttribute('aria-valuetext', toClock(seconds));
  clock.textContent = seconds > 0 ? `${toClock(seconds)} / ${toClock(totalSeconds)}` : toClock(totalSeconds);
  showWords(seconds * 1000);
}

/** The number of words that the line begins before the spoken one. */
const wordsBefore = 4;
const wordsAfter = 12;

function showWords(ms: number) {
  if (story.words.length === 0) return;
  const next = story.words.findIndex(([, startMs]) => startMs > ms);
  const index = (next < 0 ? story.words.length : next) - 1;
  if (line.dataset['index'] === String(index)) return;
  line.dataset['index'] = String(index);
  const textOf = (from: number, to: number) =>
    story.words
      .slice(Math.max(0, from), Math.max(0, to))
      .map(([text]) => text)
      .join(' ');
  const parts: readonly (readonly [string, string])[] = [
    ['heard', textOf(index - wordsBefore, index)],
    ['said', textOf(index, index + 1)],
    ['next', textOf(index + 1, index + 1 + wordsAfter)],
  ];
  line.replaceChildren(
    ...parts.flatMap(([look, text]) => {
      const span = document.createElement('span');
      span.className = look;
      span.textContent = text;
      return text === '' ? [] : [span, ' '];
    }),
  );
}

function seek(seconds: number) {
  startSeconds = seconds;
  if (audio.readyState > 0) audio.currentTime = seconds;
  show();
}

button.addEventListener('click', () => {
  // A refusal is told by the event `error`; a pause in the meantime is none.
  if (audio.paused) void audio.play().catch(() => {});
  else audio.pause();
});
slider.addEventListener('input', () => seek(Number(slider.value)));
audio.addEventListener('loadedmetadata', () => {
  audio.currentTime = startSeconds;
});
audio.addEventListener('timeupdate', show);
for (const event of ['play', 'pause', 'ended']) {
  audio.addEventListener(event, () => {
    page.toggleAttribute('data-playing', !audio.paused && !audio.ended);
    button.ariaLabel = audio.paused ? story.texts.play : story.texts.pause;
  });
}
audio.addEventListener('error', () => {
  page.removeAttribute('data-playing');
  line.textContent = story.texts.failed;
  line.style.display = 'block';
});
show();
