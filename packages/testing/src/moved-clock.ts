// Loaded before a program with `--import`. Its clock is then off by CLOCK_OFFSET_MS, like that of a machine that never sets
// it.
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const RealDate = Date;
const now = (): number => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget): Date =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date, // as its constructor says
  apply: () => new RealDate(now()).toString(),
  get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
});
