type Annotation = readonly unknown[];

/** A value, and the types of what JSON cannot hold in it by their path. */
interface Annotated {
  readonly json?: unknown;
  readonly meta?: { readonly values?: Annotation | Readonly<Record<string, Annotation>> };
}

const restorers: ReadonlyMap<unknown, (plain: unknown) => unknown> = new Map<
  unknown,
  (plain: unknown) => unknown
>([
  ['Date', (plain) => new Date(String(plain))],
  ['undefined', () => undefined],
]);

/**
 * Reads and writes what the API uses of superjson's format: dates and missing values in answers, plain JSON in inputs.
 * The whole of superjson would be a fortieth of the first load. Throws on any other annotation.
 */
export const transformer = {
  serialize: (json: unknown): Annotated => ({ json }),
  deserialize: ({ json, meta }: Annotated): unknown => {
    const root: Record<string, unknown> = { json };
    const values = meta?.values ?? {};
    if (isAnnotation(values)) restore(root, 'json', values);
    else for (const [path, annotation] of Object.entries(values)) restore(root, `json.${path}`, annotation);
    return root.json;
  },
};

const isAnnotation = (values: Annotation | Readonly<Record<string, Annotation>>): values is Annotation =>
  Array.isArray(values);

function restore(root: Record<string, unknown>, path: string, [type, ...inner]: Annotation): void {
  const toValue = restorers.get(type);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  // Each key leads into an object or a list that the server annotated.
  const holder = keys.reduce((value, key) => value[key] as Record<string, unknown>, root);
  if (!toValue || inner.length > 0 || path.includes('\\')) throw new TypeError(`unknown annotation ${path}`);
  holder[last] = toValue(holder[last]);
}
