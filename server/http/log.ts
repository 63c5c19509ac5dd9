/** Error logging: where a failure happened and the whole error, each failure once. */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

interface LoggedError {
  [name: string]: unknown;
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}

/** Nested causes that are logged. */
const mostCauses = 5;

/**
 * An error as a line of the log. Other properties are left out: a database puts whole rows of personal data into its
 * details.
 */
export function loggedError(error: unknown, left = mostCauses): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause !== undefined && left > 0 ? { cause: loggedError(cause, left - 1) } : {}),
    ...(Array.isArray(errors) && left > 0
      ? { errors: errors.slice(0, mostCauses).map((one) => loggedError(one, 0)) }
      : {}),
  };
}

/** Lines use either of the two names for their error. */
export const serializers = {
  err: (error: unknown) => loggedError(error),
  error: (error: unknown) => loggedError(error),
};

/** The call of a request: never its address, whose query may hold anything. */
function placeOf({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? '' };
}

/** One line about a failure that was no refusal. */
export function logFailure(
  request: FastifyRequest,
  error: unknown,
  level: 'error' | 'warn' | 'debug',
  text: string,
): void {
  request.log[level]({ ...placeOf(request), error }, text);
}

/** The framework's own lines in our form: none for successful requests, and failures with their place. */
export class FailuresOnly extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }
  override streamError(error: Error & { code?: string }, request: FastifyRequest, _reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // the client disconnected
    logFailure(request, error, 'error', 'an answer broke off');
  }
  override writeHeadError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    logFailure(request, error, 'error', 'an answer could not be begun');
  }
  override serializerError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    logFailure(request, error, 'error', 'an answer could not be written');
  }
}
