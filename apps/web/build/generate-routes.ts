import { Generator, getConfig } from '@tanstack/router-generator';

// The type check needs the route tree without a build, so this runs the generator of the Vite plugin.
const root = process.cwd();
await new Generator({ config: getConfig({}, root), root }).run();
