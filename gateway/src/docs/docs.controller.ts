import { Controller, Get } from '@nestjs/common';

import { Access } from '../session/session.guard.js';
import { openApiDocument } from './openapi.js';

@Access('public')
@Controller('api/docs')
export class DocsController {
  private readonly document = openApiDocument();

  @Get(['', 'openapi.json'])
  openApi() {
    return this.document;
  }
}
