import { createFileRoute } from '@tanstack/react-router';
import { GoHome } from '../app/go-home.tsx';

/** The name of the file under which the app itself lies: who asks for it by that means its home. */
export const Route = createFileRoute('/index.html')({ component: GoHome });
