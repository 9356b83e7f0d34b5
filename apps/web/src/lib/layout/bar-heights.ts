/** What lies under the header or the bottom bar is not seen. The heights follow `HeaderBar` and `BottomBar`, with its microphone. */
export const headerPx = 64;
export const bottomBarPx = 96;
