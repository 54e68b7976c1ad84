import { Routes } from './routes.tsx';

export function App() {
  return <Routes />;
}
