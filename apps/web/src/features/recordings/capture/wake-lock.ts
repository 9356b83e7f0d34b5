/** Keeps the screen on until the returned function is called; where that is not possible, does nothing. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;

  const request = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) await lock.release();
    } catch {
      // Refused, for example by a low battery: recording goes on without.
    }
  };
  // The browser takes the lock back whenever the page is hidden.
  const onVisibilityChange = () => void request();
  document.addEventListener('visibilitychange', onVisibilityChange);
  void request();

  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void lock?.release();
  };
}
