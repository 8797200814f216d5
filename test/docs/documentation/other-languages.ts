/** Server halves in other languages than JavaScript. Each test adds what only its reader knows. */
import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import type { ServerProgram } from './server-half.js';

interface Language {
  /** True if the tools and libraries are on this machine. */
  readonly isInstalled: () => boolean;
  readonly program: (code: string) => ServerProgram;
}

/** Debian's Python, because that has Debian's packages. */
const PYTHON = '/usr/bin/python3';

const JARS = [
  ...['spring3-web', 'spring3-core', 'spring3-beans', 'commons-logging'],
  ...['jackson-databind', 'jackson-core', 'jackson-annotations'],
].map((name) => `/usr/share/java/${name}.jar`);

const YOUR_OWN_PYTHON = `
import os

async def signed_in_cardholder(request):
    return "Ada" if request.headers.get("cookie") == "session=ada" else None

async def card_ids_of(cardholder):
    return [os.environ["CARD"]]
`;

const MAIN_PYTHON = `
import os, socket, uvicorn
from server import app

listening = socket.socket()
listening.bind(("127.0.0.1", int(os.environ["PORT"])))
listening.listen()
print("Ready", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listening])
`;

const MAIN_GO = `
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
)

func signedInCardholder(r *http.Request) (string, bool) {
	return "Ada", r.Header.Get("Cookie") == "session=ada"
}

func ownsCard(cardholder, cardID string) bool {
	return cardholder == "Ada" && cardID == os.Getenv("CARD")
}

func main() {
	http.HandleFunc("/portal/client-token", handleClientToken)
	listening, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	fmt.Println("Ready")
	_ = http.Serve(listening, nil)
}
`;

/** The server of the JDK in place of Spring's, which Debian doesn't have. */
const MAIN_JAVA = `
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

interface Cards {
  boolean belongsTo(Principal cardholder, String cardId);
}

class Main {
  private static final ClientTokenController CONTROLLER =
      new ClientTokenController((cardholder, cardId) -> cardId.equals(System.getenv("CARD")));

  public static void main(String[] args) throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", Main::answer);
    server.start();
    System.out.println("Ready");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try {
      ResponseEntity<?> answer = answerOf(exchange);
      exchange.getResponseHeaders().putAll(answer.getHeaders());
      byte[] body = new ObjectMapper().writeValueAsBytes(answer.getBody());
      // The rest of a body that is too long.
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(answer.getStatusCodeValue(), body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException error) {
      throw new IOException(error);
    } finally {
      exchange.close();
    }
  }

  private static ResponseEntity<?> answerOf(HttpExchange exchange) throws IOException, InterruptedException {
    // Spring answers these itself.
    if (!exchange.getRequestURI().getPath().equals("/portal/client-token"))
      return ResponseEntity.status(404).build();
    if (!exchange.getRequestMethod().equals("POST"))
      return ResponseEntity.status(405).header("Cache-Control", "no-store").build();
    HttpHeaders headers = new HttpHeaders();
    headers.putAll(exchange.getRequestHeaders());
    Principal cardholder = "session=ada".equals(headers.getFirst("Cookie")) ? () -> "Ada" : null;
    return CONTROLLER.clientToken(headers, exchange.getRequestBody(), cardholder);
  }
}
`;

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    isInstalled: () => succeeds(PYTHON, '-c', 'import fastapi, httpx, uvicorn'),
    program: (code) => ({
      files: { 'server.py': code, 'your_own.py': YOUR_OWN_PYTHON, 'main.py': MAIN_PYTHON },
      commands: [[PYTHON, 'main.py']],
    }),
  },
  go: {
    isInstalled: () => succeeds('go', 'version'),
    program: (code) => ({
      files: {
        'client_token.go': code,
        'main.go': MAIN_GO,
        'go.mod': 'module portal\n\ngo 1.18\n',
      },
      commands: [['go', 'build', '-o', 'portal', '.'], ['./portal']],
    }),
  },
  java: {
    isInstalled: () => succeeds('javac', '-version') && JARS.every((path) => existsSync(path)),
    program: (code) => {
      const path = ['-cp', [...JARS, 'classes'].join(':')] as const;
      return {
        files: { 'ClientTokenController.java': code, 'Main.java': MAIN_JAVA },
        commands: [
          ['javac', ...path, '-d', 'classes', 'ClientTokenController.java', 'Main.java'],
          ['java', ...path, 'Main'],
        ],
      };
    },
  },
};

/** Returns the server with the code of a server half. */
export function programIn(language: string, code: string): ServerProgram {
  return LANGUAGES[language]!.program(code);
}

/** Files of `demo/server-halves`, by their language. */
export const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  python: 'client_token.py',
  go: 'client_token.go',
  java: 'ClientTokenController.java',
};

/** Returns whether the tools and libraries of a language are on this machine. */
export function isInstalled(language: string): boolean {
  return LANGUAGES[language]!.isInstalled();
}

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
