/**
 * The addresses of the web app's screens. A part that starts with `$` stands for any text. A test compares them with the
 * routes.
 */
export const appPaths = [
  '/',
  '/apelar',
  '/arbol/$id',
  '/avisos',
  '/baja',
  '/coleccion/$id',
  '/colecciones',
  '/confirmar',
  '/confirmar-correo',
  '/cuentame',
  '/home',
  '/index.html',
  '/moderacion',
  '/normas',
  '/operador',
  '/palabras',
  '/palabras/$region',
  '/pide',
  '/pregunta/$id',
  '/profile',
  '/record',
  '/restablecer',
  '/search',
  '/tema/$tag',
  '/u/$username',
] as const;

const patterns = appPaths.map((path) => path.split('/').map((part) => (part.startsWith('$') ? null : part)));

/** Returns whether the web app has a screen at this path. One slash at the end makes no difference. */
export function isAppPath(pathname: string): boolean {
  const parts = (pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname).split('/');
  return patterns.some(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => (part === null ? parts[index] !== '' : part === parts[index])),
  );
}
