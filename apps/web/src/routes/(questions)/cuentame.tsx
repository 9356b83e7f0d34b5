import { createFileRoute } from '@tanstack/react-router';
import { AskedScreen } from '../../features/questions/asked-screen.tsx';

export const Route = createFileRoute('/(questions)/cuentame')({ component: AskedScreen });
