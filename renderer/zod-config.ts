import { z } from 'zod';

// Imported before any schema is built: zod would otherwise probe for code generation, which the page's CSP reports.
z.config({ jitless: true });
