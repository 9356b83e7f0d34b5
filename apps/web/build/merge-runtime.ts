import type { Plugin, Rolldown } from 'vite';

const exportList = /export\{([^}]*)\};?\s*$/;
/** Converts `a as b,c` to `a:b,c`, for the other side of a destructuring. */
const toPattern = (names: string): string => names.replaceAll(' as ', ':');
/** Converts `a as b` to `b:a`. */
const toObject = (names: string): string =>
  names
    .split(',')
    .map((each) => each.split(' as ').toReversed().join(':'))
    .join(',');

const nameOf = ({ fileName }: Rolldown.OutputChunk): string => fileName.split('/').at(-1) ?? '';

/**
 * Moves the helpers of the bundler, which always go into their own file, into the chunk named `into`, because the request
 * would cost a first load 1.3 kB, most of it headers.
 */
export const mergeRuntime = (into: string): Plugin => ({
  name: 'merge-runtime',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
      const target = chunks.find(({ name }) => name === into);
      const exported = runtime && exportList.exec(runtime.code)?.[1];
      if (!runtime || !target || exported === undefined) return this.error('no runtime to merge');
      const importOf = new RegExp(String.raw`import\{([^}]*)\}from"\./${nameOf(runtime)}";`);
      const body = runtime.code.replace(exportList, '');
      for (const chunk of chunks) {
        if (chunk === runtime) continue;
        chunk.code = chunk.code
          .replace(importOf, (_statement, names: string) =>
            chunk === target
              ? `const $helpers=(()=>{${body}return{${toObject(exported)}}})(),{${toPattern(names)}}=$helpers;export{$helpers};`
              : `import{$helpers}from"./${nameOf(target)}";const{${toPattern(names)}}=$helpers;`,
          )
          // The preload lists of the chunks name the file too.
          .replaceAll(runtime.fileName, target.fileName);
      }
      for (const output of outputs) {
        if (output.type !== 'asset' || !output.fileName.endsWith('.html')) continue;
        const tag = new RegExp(String.raw`\s*<(?:script|link)[^>]*${nameOf(runtime)}"[^>]*>(?:</script>)?`);
        output.source = String(output.source).replace(tag, '');
      }
      Reflect.deleteProperty(bundle, runtime.fileName);
    },
  },
});
