import { ClientTCP, type MicroserviceOptions, Transport } from '@nestjs/microservices';

const options = (port: number) => ({ host: '127.0.0.1', port });

export const serverOptions = (port: number): MicroserviceOptions => ({
  transport: Transport.TCP,
  options: options(port),
});

export const createClient = (port: number) => new ClientTCP(options(port));
