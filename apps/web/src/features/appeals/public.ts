// What other features use of this one; apps/web/layers.json says which may.
export { NoticesLink } from './notices-link.tsx';
