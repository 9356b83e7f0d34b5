import { Generator, getConfig } from '@tanstack/router-generator';

// The type check needs the route tree without a build. This is the generator that the Vite plugin runs.
const root = process.cwd();
await new Generator({ config: getConfig({}, root), root }).run();
