/**
 * Content under the header or the bottom bar is not visible. The heights match `HeaderBar`, and `BottomBar` with its
 * microphone.
 */
export const headerPx = 64;
export const bottomBarPx = 96;
