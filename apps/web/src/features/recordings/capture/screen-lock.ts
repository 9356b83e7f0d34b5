/** Keeps the screen on until the returned function is called; does nothing where that is not supported. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;

  const request = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) await lock.release();
    } catch {
      // Refused, for example because of a low battery: recording continues without it.
    }
  };
  // The browser releases the lock whenever the page is hidden.
  const onVisibilityChange = () => void request();
  document.addEventListener('visibilitychange', onVisibilityChange);
  void request();

  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void lock?.release();
  };
}
