/* oxlint-disable unicorn/consistent-function-scoping -- `page.evaluate` sends one function into the page, without what is around it */

/** Returns the controls whose touch area is smaller than 44 px. Links within a sentence are exempt. */
export function listSmallTargets(): string[] {
  const minPx = 43.5;
  const selector = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"]';
  const root = document.querySelector('dialog:modal') ?? document.body;
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"], [inert]') === null &&
    !/sr-only/.test(element.className);
  /** Returns the element that receives the touch: the label around a control, or the box behind a transparent one. */
  const toTouched = (element: Element) => {
    const label = element.closest('label');
    if (label) return label;
    const through = getComputedStyle(element).pointerEvents === 'none' && !element.matches(':disabled');
    return through ? (element.parentElement ?? element) : element;
  };
  const toSize = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const before = getComputedStyle(element, '::before');
    const isClipped = getComputedStyle(element).overflow !== 'visible';
    if (before.content === 'none' || before.position !== 'absolute' || isClipped) return { width, height };
    return {
      width: Math.max(width, Number.parseFloat(before.width)),
      height: Math.max(height, Number.parseFloat(before.height)),
    };
  };
  const isInSentence = (element: Element) => {
    const around = element.parentElement?.textContent?.trim() ?? '';
    return (
      getComputedStyle(element).display === 'inline' &&
      around.length > (element.textContent?.trim().length ?? 0)
    );
  };
  return [...root.querySelectorAll(selector)].filter(isSeen).flatMap((element) => {
    const { width, height } = toSize(toTouched(element));
    if ((width >= minPx && height >= minPx) || isInSentence(element)) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return [`${element.tagName.toLowerCase()} «${name}» ${Math.round(width)} × ${Math.round(height)}`];
  });
}

/** Returns the elements that make the page, or the open sheet, scroll sideways. Rows that scroll on their own are exempt. */
export function listWideThings(): string[] {
  const root = document.querySelector('dialog:modal') ?? document.documentElement;
  const widthPx = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== root &&
    (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));
  const isWide = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > widthPx + 1 || left < -1) && !scrolls(element.parentElement);
  };
  const wide = [...root.querySelectorAll('body *, :scope *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isWide(element))
    .map((element) => {
      const { left, right } = element.getBoundingClientRect();
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      return `${Math.round(left)} to ${Math.round(right)}: ${name}`;
    });
  return wide;
}

/** Returns the elements that move despite reduced motion. */
export function listMoving(): string[] {
  const running = document
    .getAnimations()
    .filter(({ playState, effect }) => {
      const { duration, iterations = 1 } = effect?.getTiming() ?? {};
      return playState === 'running' && Number(duration) * iterations > 20;
    })
    .map(({ effect }) =>
      effect instanceof KeyframeEffect ? (effect.target?.getAttribute('class') ?? '') : 'an animation',
    );
  // An entrance animation shows its first frame even when it is very short.
  const comingIn = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::backdrop']
      .map((pseudo) => getComputedStyle(element, pseudo).animationName)
      .filter((name) => ['rise', 'drop', 'fade'].includes(name))
      .map((name) => `${name} of <${element.tagName.toLowerCase()}>`),
  );
  return [...running, ...comingIn];
}

/** Returns the faults of the focus indicator: no outline, or a bar in front. Returns null when the focus left the page. */
export function listCoveredFocus(): string[] | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const name = `${focused.tagName.toLowerCase()} «${focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? ''}»`;
  const wrong: string[] = [];
  const isOutlined = (element: Element | null): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const isInvisible = getComputedStyle(focused).opacity === '0';
  if (!isOutlined(isInvisible ? focused.parentElement : focused)) wrong.push(`${name} shows no focus`);
  const box = focused.getBoundingClientRect();
  // Elements that are taller than the space between the bars, such as a transcript, cannot show whole.
  if (box.height > innerHeight / 2) return wrong;
  if (box.top < 0 || box.bottom > innerHeight) wrong.push(`${name} is off the screen`);
  const bars = [
    ...document.querySelectorAll('header, nav, [data-mini-player], [data-bottom-actions]'),
  ].filter(
    (bar) =>
      !bar.contains(focused) &&
      bar.checkVisibility() &&
      ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
  );
  for (const bar of bars) {
    const other = bar.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, other.left), Math.min(box.right, other.right)];
    const [top, bottom] = [Math.max(box.top, other.top), Math.min(box.bottom, other.bottom)];
    const isCovered =
      left < right &&
      top < bottom &&
      bar.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    if (isCovered) wrong.push(`${name} is below the ${bar.tagName.toLowerCase()}`);
  }
  return wrong;
}

/** Records layout shifts without user input, for `listShifts`. Must be called before the first page. */
export function watchShifts(): void {
  const shifts: string[] = [];
  Reflect.set(window, 'shifts', shifts);
  interface Shift extends PerformanceEntry {
    readonly hadRecentInput: boolean;
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift';
  const toName = (node: Node | null) =>
    node instanceof Element ? `${node.tagName} ${node.getAttribute('class') ?? ''}` : 'a text';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter(isShift)) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => toName(node)).join(', ');
      shifts.push(`${entry.value.toFixed(4)}: ${moved}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the layout shifts since the page began. */
export async function listShifts(): Promise<readonly string[]> {
  await document.fonts.ready;
  // The observer reports the last change in the frame after it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const shifts: readonly string[] = Reflect.get(window, 'shifts');
  return shifts;
}
