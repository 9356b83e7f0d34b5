import {
  collectObjects,
  collectRecordings,
  endFreezes,
  forgetLiveMessages,
  forgetNews,
  forgetRegister,
  forgetReported,
  keepDayFigures,
  queueDigests,
  queueUnmeasured,
  type Services,
} from '@relato/api';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Starts the periodic work: deletes expired data (sessions, links, limits, abandoned recordings, reported texts, old news,
 * objects without a row), stores the figures of the day, queues the due mails, which go out up to an hour later, and queues
 * unmeasured recordings. No rule depends on when this runs. Returns a function that stops it.
 */
export function startCleanup(services: Services): () => Promise<void> {
  const cleanUpHourly = () => {
    services.runInBackground(services.auth.deleteExpired());
    services.runInBackground(services.rateLimiter.deleteExpired());
    services.runInBackground(collectRecordings(services));
    services.runInBackground(forgetReported(services));
    services.runInBackground(endFreezes(services));
    services.runInBackground(forgetNews(services));
    services.runInBackground(forgetRegister(services));
    services.runInBackground(keepDayFigures(services));
    services.runInBackground(queueDigests(services));
    services.runInBackground(queueUnmeasured(services));
    services.runInBackground(forgetLiveMessages(services));
  };
  // Daily, because it lists every stored object.
  const cleanUpDaily = () => services.runInBackground(collectObjects(services));
  const timers = [setInterval(cleanUpHourly, hourMs), setInterval(cleanUpDaily, dayMs)];
  cleanUpHourly();
  cleanUpDaily();
  return async () => timers.forEach(clearInterval);
}
