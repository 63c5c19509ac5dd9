/** The other server of `npm run bench:server`: Fastify with pg, and the rows of each question as they are in the table. */
import Fastify from 'fastify';
import pg from 'pg';

/** The statements of each question: what every server has to ask the database for its answer. */
export const bareQuestions: Record<string, readonly string[]> = {
  dictionary: [`select * from sys_dict where code = 'menu_category' and is_deleted = 0 order by sort`],
  parameters: [
    `select count(*) from sys_param where param_key like '%account.%' and is_deleted = 0`,
    `select * from sys_param where param_key like '%account.%' and is_deleted = 0 limit 10`,
  ],
  routes: [`select * from sys_menu where is_deleted = 0 order by sort`],
  users: [
    `select count(*) from sys_user where tenant_id = '000000' and is_deleted = 0`,
    `select * from sys_user where tenant_id = '000000' and is_deleted = 0 order by id desc limit 10`,
  ],
  orders: [
    `select count(*), sum(total_amount) from lease_order where tenant_id = '000000' and is_deleted = 0`,
    `select * from lease_order where tenant_id = '000000' and is_deleted = 0 order by id desc limit 10`,
  ],
};

async function serve(config: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 10 });
  const app = Fastify();
  for (const [name, statements] of Object.entries(bareQuestions))
    app.get(`/${name}`, async () => {
      const answers = await Promise.all(statements.map((text) => pool.query(text)));
      return { code: 200, success: true, data: answers.map(({ rows }) => rows) };
    });
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }));
}

if (process.send) process.once('message', (config) => void serve(config as pg.PoolConfig));
