import { startServer } from '../support/server';
it('boots', async () => { const s = await startServer(); const r = await s.admin.get('/blade-auth/oauth/user-info'); console.log(r.body, r.headers); await s.close(); });
