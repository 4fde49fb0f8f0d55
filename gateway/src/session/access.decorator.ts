import { Reflector } from '@nestjs/core';
import type { Operation } from '@studiolo/contracts';

/** Who may call a route. Without it, only a session may. */
export const Access = Reflector.createDecorator<Operation['access']>();
