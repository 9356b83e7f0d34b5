import { createFileRoute } from '@tanstack/react-router';
import { MyCollectionsScreen } from '../../features/collections/my-collections-screen.tsx';

export const Route = createFileRoute('/(collections)/colecciones')({ component: MyCollectionsScreen });
